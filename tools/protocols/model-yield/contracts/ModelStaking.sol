// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title ModelStaking
/// @notice A model: staking of one asset that is rewarded and slashed, left through a queue of ERC-721 tickets.
/// @dev Shares are worth `totalAssets / totalShares`, which the keeper raises by rewards and lowers by slashing. Who leaves
/// gives up shares for a ticket, whose assets can be claimed after the cooldown; it shares in slashing until then.
contract ModelStaking is ERC721 {
    using SafeERC20 for IERC20;

    uint256 public constant COOLDOWN = 3 days;
    uint256 private constant RAY = 1e27;

    struct Ticket {
        uint256 assets; // at `queueIndex` = RAY
        uint40 claimableFrom;
    }

    IERC20 public immutable asset;
    address public immutable keeper;

    mapping(address account => uint256) public sharesOf;
    uint256 public totalShares;
    uint256 public totalAssets;
    /// @notice What one asset of a ticket is still worth, in ray; only slashing lowers it.
    uint256 public queueIndex = RAY;
    uint256 public lastTicket;
    mapping(uint256 id => Ticket) public tickets;

    event Staked(address indexed by, address indexed to, uint256 assets, uint256 shares);
    event ExitRequested(
        address indexed by, address indexed to, uint256 indexed id, uint256 shares, uint256 units
    );
    event Claimed(uint256 indexed id, address indexed to, uint256 assets, uint256 units);
    event Rewarded(uint256 assets);
    event Slashed(uint256 bps);

    error NothingStaked();
    error NotClaimable(uint256 from);
    error NotYours(uint256 id);
    error OnlyKeeper();

    constructor(IERC20 asset_, address keeper_) ERC721("Model exit ticket", "mEXIT") {
        (asset, keeper) = (asset_, keeper_);
    }

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert OnlyKeeper();
        _;
    }

    /// @notice Assets for one share, in ray; RAY while nothing is staked.
    function index() public view returns (uint256) {
        return totalShares == 0 ? RAY : Math.mulDiv(totalAssets, RAY, totalShares);
    }

    /// @notice Stake assets for an account; shares are rounded down.
    function stake(uint256 assets, address to) external returns (uint256 shares) {
        shares = totalShares == 0 ? assets : Math.mulDiv(assets, totalShares, totalAssets);
        if (shares == 0) revert NothingStaked();
        sharesOf[to] += shares;
        totalShares += shares;
        totalAssets += assets;
        asset.safeTransferFrom(msg.sender, address(this), assets);
        emit Staked(msg.sender, to, assets, shares);
    }

    /// @notice Give up shares for a ticket; assets are rounded down.
    function requestExit(uint256 shares, address to) external returns (uint256 id) {
        uint256 assets = Math.mulDiv(shares, index(), RAY);
        if (assets == 0) revert NothingStaked();
        sharesOf[msg.sender] -= shares;
        totalShares -= shares;
        totalAssets -= assets;
        id = ++lastTicket;
        // Rounded up, so that rounding never takes from whoever leaves after a slashing.
        tickets[id] = Ticket(Math.mulDiv(assets, RAY, queueIndex), uint40(block.timestamp + COOLDOWN));
        emit ExitRequested(msg.sender, to, id, shares, tickets[id].assets);
        _safeMint(to, id);
    }

    /// @notice What a ticket is worth now, rounded down.
    function assetsOf(uint256 id) public view returns (uint256) {
        return Math.mulDiv(tickets[id].assets, queueIndex, RAY);
    }

    /// @notice Turn a ticket into its assets, after the cooldown.
    function claim(uint256 id, address to) external returns (uint256 assets) {
        if (_ownerOf(id) != msg.sender) revert NotYours(id);
        if (block.timestamp < tickets[id].claimableFrom) revert NotClaimable(tickets[id].claimableFrom);
        assets = assetsOf(id);
        emit Claimed(id, to, assets, tickets[id].assets);
        _burn(id);
        delete tickets[id];
        asset.safeTransfer(to, assets);
    }

    /// @notice Give all shares more assets.
    function reward(uint256 assets) external onlyKeeper {
        if (totalShares == 0) revert NothingStaked();
        totalAssets += assets;
        asset.safeTransferFrom(msg.sender, address(this), assets);
        emit Rewarded(assets);
    }

    /// @notice Take a part of all that is staked and of all that is leaving: a negative rebase.
    function slash(uint256 bps) external onlyKeeper {
        totalAssets -= Math.mulDiv(totalAssets, bps, 10_000, Math.Rounding.Ceil);
        queueIndex -= Math.mulDiv(queueIndex, bps, 10_000, Math.Rounding.Ceil);
        emit Slashed(bps);
    }
}
